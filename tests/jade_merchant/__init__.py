"""Tests of Jade Merchant that need no other room than the rules: units and properties."""

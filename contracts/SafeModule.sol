// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

interface ISafe {
    function execTransactionFromModule(address to, uint256 value, bytes memory data, uint8 operation)
        external
        returns (bool);
}

/// A module that may spend from a safe that enabled it.
contract SafeModule {
    function spend(ISafe safe, address to, uint256 value) external {
        require(safe.execTransactionFromModule(to, value, "", 0), "the safe did not pay");
    }
}

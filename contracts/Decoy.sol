// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// Speaks of functions that it does not have: their selectors stand in its code as numbers only.
contract Decoy {
    event Mentioned(bytes4 selector);

    function mention() external {
        emit Mentioned(0x8456cb59); // pause()
        emit Mentioned(0xd505accf); // permit(address,address,uint256,uint256,uint8,bytes32,bytes32)
        emit Mentioned(0x38d52e0f); // asset()
    }
}

// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";

/// An owner, handed on in two steps or renounced.
contract Owned is Ownable2Step {
    uint256 public value;

    function set(uint256 newValue) external onlyOwner {
        value = newValue;
    }
}

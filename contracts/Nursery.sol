// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {Counter} from "./Counter.sol";

/// A factory with many children, by CREATE and by CREATE2.
contract Nursery {
    event Born(address indexed child, uint256 number);

    uint256 public children;

    constructor(uint256 firstborn) {
        for (uint256 i = 0; i < firstborn; i++) emit Born(address(new Counter()), ++children);
    }

    function bear(uint256 count) external {
        for (uint256 i = 0; i < count; i++) emit Born(address(new Counter()), ++children);
    }

    function bearAt(bytes32 salt) external {
        emit Born(address(new Counter{salt: salt}()), ++children);
    }
}

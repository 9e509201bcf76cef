// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// An owner that changes without an event, and events that name others.
contract SilentOwner {
    address public owner;

    event OwnershipTransferred(address indexed from, address indexed to);

    constructor(address first) {
        owner = first;
    }

    function take(address to) external {
        owner = to;
    }

    function say(address to) external {
        emit OwnershipTransferred(owner, to);
    }
}

/// The owner of another contract: it changes without any change of this one.
contract BorrowedOwner {
    SilentOwner private lender;

    constructor(SilentOwner first) {
        lender = first;
    }

    function owner() external view returns (address) {
        return lender.owner();
    }

    function take(SilentOwner to) external {
        lender = to;
    }
}

/// Another owner in each block.
contract VolatileOwner {
    function owner() external view returns (address) {
        return address(uint160(block.timestamp));
    }

    function take(address) external {}
}

/// Sometimes no address, and sometimes no answer.
contract OddOwner {
    uint256 private word;

    function owner() external view returns (uint256) {
        require(word != 0, "nobody");
        return word;
    }

    function put(uint256 to) external {
        word = to;
    }
}

// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// A resolver of names that answers what it likes, and says what it likes.
contract LyingResolver {
    event AddrChanged(bytes32 indexed node, address a);
    event NameChanged(bytes32 indexed node, string name);

    mapping(bytes32 => address) public addr;
    mapping(bytes32 => string) public name;

    function writeAddr(bytes32 node, address a) external {
        addr[node] = a;
    }

    function sayAddr(bytes32 node, address a) external {
        emit AddrChanged(node, a);
    }

    function writeName(bytes32 node, string calldata newName) external {
        name[node] = newName;
    }

    function sayName(bytes32 node, string calldata newName) external {
        emit NameChanged(node, newName);
    }
}

// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// Owners and resolvers of name nodes, with the events of the ENS registry.
contract NameRegistry {
    event NewOwner(bytes32 indexed node, bytes32 indexed label, address owner);
    event Transfer(bytes32 indexed node, address owner);
    event NewResolver(bytes32 indexed node, address resolver);

    mapping(bytes32 => address) public owner;
    mapping(bytes32 => address) public resolver;

    modifier onlyNodeOwner(bytes32 node) {
        require(owner[node] == msg.sender, "not the owner of the node");
        _;
    }

    constructor() {
        owner[bytes32(0)] = msg.sender;
    }

    function setSubnodeOwner(bytes32 node, bytes32 label, address newOwner)
        external
        onlyNodeOwner(node)
        returns (bytes32 subnode)
    {
        subnode = keccak256(abi.encodePacked(node, label));
        owner[subnode] = newOwner;
        emit NewOwner(node, label, newOwner);
    }

    function setOwner(bytes32 node, address newOwner) external onlyNodeOwner(node) {
        owner[node] = newOwner;
        emit Transfer(node, newOwner);
    }

    function setResolver(bytes32 node, address newResolver) external onlyNodeOwner(node) {
        resolver[node] = newResolver;
        emit NewResolver(node, newResolver);
    }
}

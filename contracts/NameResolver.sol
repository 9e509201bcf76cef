// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {NameRegistry} from "./NameRegistry.sol";

/// Address, name and text records, with the events of the ENS public resolver.
contract NameResolver {
    event AddrChanged(bytes32 indexed node, address a);
    event AddressChanged(bytes32 indexed node, uint256 coinType, bytes newAddress);
    event NameChanged(bytes32 indexed node, string name);
    event TextChanged(bytes32 indexed node, string indexed indexedKey, string key, string value);

    NameRegistry private immutable registry;
    address private immutable reverseRegistrar;
    mapping(bytes32 => address) public addr;
    mapping(bytes32 => string) public name;
    mapping(bytes32 => mapping(string => string)) public text;

    modifier authorised(bytes32 node) {
        require(registry.owner(node) == msg.sender || msg.sender == reverseRegistrar, "not authorised");
        _;
    }

    constructor(NameRegistry registry_, address reverseRegistrar_) {
        registry = registry_;
        reverseRegistrar = reverseRegistrar_;
    }

    function setAddr(bytes32 node, address a) external authorised(node) {
        addr[node] = a;
        emit AddressChanged(node, 60, abi.encodePacked(a));
        emit AddrChanged(node, a);
    }

    function setName(bytes32 node, string calldata newName) external authorised(node) {
        name[node] = newName;
        emit NameChanged(node, newName);
    }

    function setText(bytes32 node, string calldata key, string calldata value) external authorised(node) {
        text[node][key] = value;
        emit TextChanged(node, key, key, value);
    }
}

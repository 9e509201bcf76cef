// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {NameRegistry} from "./NameRegistry.sol";
import {NameResolver} from "./NameResolver.sol";

/// Gives every address its node under addr.reverse, with the event of the ENS reverse registrar.
contract ReverseRegistrar {
    event ReverseClaimed(address indexed addr, bytes32 indexed node);

    bytes32 private constant ADDR_REVERSE = 0x91d1777781884d03a6757a803996e38de2a42967fb37eeaca72729271025a9e2;
    NameRegistry private immutable registry;

    constructor(NameRegistry registry_) {
        registry = registry_;
    }

    function setName(NameResolver resolver, string calldata name) external returns (bytes32 node) {
        node = registry.setSubnodeOwner(ADDR_REVERSE, sha3HexAddress(msg.sender), address(this));
        registry.setResolver(node, address(resolver));
        emit ReverseClaimed(msg.sender, node);
        resolver.setName(node, name);
    }

    function sha3HexAddress(address account) private pure returns (bytes32) {
        bytes16 digits = "0123456789abcdef";
        bytes memory text = new bytes(40);
        for (uint256 i = 0; i < 40; i++) {
            text[i] = digits[(uint160(account) >> (4 * (39 - i))) & 0xf];
        }
        return keccak256(text);
    }
}

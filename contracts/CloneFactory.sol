// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// Minimal clones (EIP-1167), one and many at a time.
contract CloneFactory {
    event CloneCreated(address indexed clone, address indexed target);

    function clone(address target) public returns (address made) {
        bytes memory code = abi.encodePacked(
            hex"3d602d80600a3d3981f3363d3d373d3d3d363d73", target, hex"5af43d82803e903d91602b57fd5bf3"
        );
        assembly {
            made := create(0, add(code, 32), mload(code))
        }
        require(made != address(0), "clone failed");
        emit CloneCreated(made, target);
    }

    function cloneMany(address target, uint256 count) external {
        for (uint256 i = 0; i < count; i++) clone(target);
    }
}

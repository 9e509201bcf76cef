// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// Puts different code at one address: the creation code asks its creator what to deploy.
contract Metamorph {
    event Shaped(address indexed at, bytes32 codeHash);

    bytes public shape;

    function put(bytes32 salt, bytes calldata code) public returns (address at) {
        shape = code;
        // mload the creator's shape() answer and return it as code
        bytes memory init = type(Shapeless).creationCode;
        assembly {
            at := create2(0, add(init, 32), mload(init), salt)
        }
        require(at != address(0), "not created");
        emit Shaped(at, at.codehash);
    }

    /// Creates code and destroys it again by calling it, all in this transaction.
    function putAndDestroy(bytes32 salt, bytes calldata code) external {
        (bool ok,) = put(salt, code).call("");
        require(ok, "not destroyed");
    }
}

contract Shapeless {
    constructor() {
        bytes memory code = Metamorph(msg.sender).shape();
        assembly {
            return(add(code, 32), mload(code))
        }
    }
}

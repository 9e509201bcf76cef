// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// Decides who may call which function of whom, in the manner of DappHub.
contract CallGuard {
    address private immutable owner = msg.sender;
    mapping(bytes32 => bool) private allowed;

    function permit(address caller, address called, bytes4 selector) external {
        require(msg.sender == owner, "not the owner");
        allowed[keccak256(abi.encode(caller, called, selector))] = true;
    }

    function canCall(address caller, address called, bytes4 selector) external view returns (bool) {
        return allowed[keccak256(abi.encode(caller, called, selector))];
    }
}

/// Asks an authority who may call it.
contract Guarded {
    address public owner = msg.sender;
    CallGuard public authority;
    uint256 public line;

    modifier auth() {
        require(
            msg.sender == owner
                || (address(authority) != address(0) && authority.canCall(msg.sender, address(this), msg.sig)),
            "not authorized"
        );
        _;
    }

    function setAuthority(CallGuard to) external auth {
        authority = to;
    }

    function setOwner(address to) external auth {
        owner = to;
    }

    function file(uint256 to) external auth {
        line = to;
    }
}

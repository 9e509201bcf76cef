// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// Keeps what it likes in any slot, and passes calls on as it was made to, whatever the slots say.
contract OddProxy {
    enum Way {
        NONE,
        BY_SLOT,
        BY_BEACON,
        FIXED,
        FIXED_AFTER_ASKING
    }

    Way private immutable way;
    bytes32 private immutable slot;
    address private immutable fixedTarget;

    event BeaconUpgraded(address indexed beacon);

    constructor(Way way_, bytes32 slot_, address fixedTarget_) {
        way = way_;
        slot = slot_;
        fixedTarget = fixedTarget_;
    }

    function put(bytes32 at, address value) external {
        assembly {
            sstore(at, value)
        }
    }

    function announce(address beacon) external {
        emit BeaconUpgraded(beacon);
    }

    fallback() external payable {
        if (way == Way.NONE) revert();
        address target = way == Way.BY_SLOT ? named() : fixedTarget;
        if (way == Way.BY_BEACON) target = answer(named());
        if (way == Way.FIXED_AFTER_ASKING) answer(named());
        assembly {
            calldatacopy(0, 0, calldatasize())
            let ok := delegatecall(gas(), target, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch ok
            case 0 { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
    }

    function named() private view returns (address value) {
        bytes32 at = slot;
        assembly {
            value := sload(at)
        }
    }

    function answer(address beacon) private view returns (address value) {
        assembly {
            mstore(0, shl(224, 0x5c60da1b))
            let ok := staticcall(gas(), beacon, 0, 4, 0, 32)
            if and(ok, gt(returndatasize(), 31)) { value := mload(0) }
        }
    }
}

/// A beacon that changes its answer without an event, and announces what is not so.
contract SilentBeacon {
    address public implementation;

    event Upgraded(address indexed implementation);

    constructor(address first) {
        implementation = first;
    }

    function name(address next) external {
        implementation = next;
    }

    function say(address other) external {
        emit Upgraded(other);
    }
}

/// An implementation that reads, for nothing, the slot that names it in the storage of its proxy.
contract CuriousTarget {
    bytes32 private constant SLOT = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;

    fallback() external {
        assembly {
            mstore(0, sload(SLOT))
            return(0, 32)
        }
    }
}

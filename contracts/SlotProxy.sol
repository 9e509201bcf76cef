// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// A proxy whose implementation stands in a slot of one's choice (EIP-1822, zeppelinOS, or none that anyone knows).
contract SlotProxy {
    bytes32 private immutable slot;

    constructor(bytes32 slot_, address implementation) {
        slot = slot_;
        assembly {
            sstore(slot_, implementation)
        }
    }

    function pointTo(address implementation) external {
        bytes32 at = slot;
        assembly {
            sstore(at, implementation)
        }
    }

    fallback() external payable {
        bytes32 at = slot;
        assembly {
            calldatacopy(0, 0, calldatasize())
            let ok := delegatecall(gas(), sload(at), 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch ok
            case 0 { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// Emits whatever log it is told to: events anyone can fake, odd shapes, no topics at all.
contract LogForge {
    event Spoken(string indexed text, bytes indexed raw, string copy);
    event Secret(uint256 indexed number) anonymous;

    function forge(bytes32[] calldata topics, bytes calldata data) public {
        assembly {
            calldatacopy(0x80, data.offset, data.length)
            let t := topics.offset
            switch topics.length
            case 0 { log0(0x80, data.length) }
            case 1 { log1(0x80, data.length, calldataload(t)) }
            case 2 { log2(0x80, data.length, calldataload(t), calldataload(add(t, 32))) }
            case 3 { log3(0x80, data.length, calldataload(t), calldataload(add(t, 32)), calldataload(add(t, 64))) }
            default {
                log4(
                    0x80, data.length, calldataload(t), calldataload(add(t, 32)), calldataload(add(t, 64)),
                    calldataload(add(t, 96))
                )
            }
        }
    }

    function forgeAndFail(bytes32[] calldata topics, bytes calldata data) external {
        forge(topics, data);
        revert("never happened");
    }

    function speak(string calldata text) external {
        emit Spoken(text, bytes(text), text);
        emit Secret(42);
    }
}

// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// Wards in the manner of Maker, which tell of one another by events.
contract Warded {
    event Rely(address indexed usr);
    event Deny(address indexed usr);

    mapping(address usr => uint256) public wards;
    uint256 public line;

    modifier auth() {
        require(wards[msg.sender] == 1, "not authorized");
        _;
    }

    constructor() {
        wards[msg.sender] = 1;
        emit Rely(msg.sender);
    }

    function rely(address usr) external auth {
        wards[usr] = 1;
        emit Rely(usr);
    }

    function deny(address usr) external auth {
        wards[usr] = 0;
        emit Deny(usr);
    }

    function file(uint256 to) external auth {
        line = to;
    }
}

/// The same before there were such events: a call leaves a note. Its topics are the selector and, as in the Vat, three arguments, or the caller and two.
contract NotedWards {
    mapping(address usr => uint256) public wards;
    bool private immutable asVat;

    modifier note() {
        _;
        bytes32 usr;
        assembly {
            usr := calldataload(4)
        }
        (bytes32 second, bytes32 third) = asVat ? (usr, bytes32(0)) : (bytes32(uint256(uint160(msg.sender))), usr);
        bytes32 selector = bytes32(msg.sig);
        assembly {
            let start := mload(0x40)
            mstore(start, 0x20)
            mstore(add(start, 0x20), 0xe0)
            calldatacopy(add(start, 0x40), 0, 0xe0)
            log4(start, 0x120, selector, second, third, 0)
        }
    }

    modifier auth() {
        require(wards[msg.sender] == 1, "not authorized");
        _;
    }

    constructor(bool asVat_) {
        asVat = asVat_;
        wards[msg.sender] = 1;
    }

    function rely(address usr) external note auth {
        wards[usr] = 1;
    }

    function deny(address usr) external note auth {
        wards[usr] = 0;
    }
}

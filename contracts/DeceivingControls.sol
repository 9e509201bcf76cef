// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// Has the functions of a multisig, of wards, of a timelock and of signed authorizations, and says yes to everything.
contract YesSayer {
    event Rely(address indexed usr);

    address public admin;
    uint256 public constant required = 1;
    uint256 public constant delay = 1 days;

    constructor(address who) {
        admin = who;
    }

    function getOwners() external view returns (address[] memory owners) {
        owners = new address[](1);
        owners[0] = admin;
    }

    function isOwner(address) external pure returns (bool) {
        return true;
    }

    function wards(address) external pure returns (uint256) {
        return 1;
    }

    function queuedTransactions(bytes32) external pure returns (bool) {
        return true;
    }

    function authorizationState(address, bytes32) external pure returns (bool) {
        return true;
    }

    function rely(address usr) external {
        emit Rely(usr);
    }

    function deny(address) external {}
    function submitTransaction(address, uint256, bytes calldata) external {}
    function confirmTransaction(uint256) external {}
    function executeTransaction(uint256) external {}
    function changeRequirement(uint256) external {}
    function queueTransaction(address, uint256, string calldata, bytes calldata, uint256) external {}
    function executeTransaction(address, uint256, string calldata, bytes calldata, uint256) external {}
    function cancelTransaction(address, uint256, string calldata, bytes calldata, uint256) external {}
    function transferWithAuthorization(
        address, address, uint256, uint256, uint256, bytes32, uint8, bytes32, bytes32
    ) external {}
}

/// Dispatches nothing, answers every call with one, and logs that it relies on somebody.
contract FallbackSayer {
    event Rely(address indexed usr);

    constructor(address who) {
        emit Rely(who);
    }

    fallback() external {
        assembly {
            mstore(0, 1)
            return(0, 32)
        }
    }
}

/// A multisig that lists somebody whose confirmation it does not take.
contract ListingWallet {
    address[] private owners;
    uint256 public required;

    constructor(address who, uint256 required_) {
        owners.push(who);
        required = required_;
    }

    function getOwners() external view returns (address[] memory) {
        return owners;
    }

    function isOwner(address who) external view returns (bool) {
        return who != address(0) && required == 0;
    }

    function submitTransaction(address, uint256, bytes calldata) external {}
    function confirmTransaction(uint256) external {}
    function executeTransaction(uint256) external {}
    function changeRequirement(uint256) external {}
}

/// Wards that come and go without a log, and logs that are not so.
contract SilentWards {
    event Rely(address indexed usr);

    mapping(address usr => uint256) public wards;

    function set(address usr, uint256 to) external {
        wards[usr] = to;
    }

    function rely(address usr) external {
        emit Rely(usr);
    }

    function deny(address) external {}
}

/// Everybody but the zero address is a ward in every second block, or for those whom the zero address asks.
contract MoodyWards {
    event Rely(address indexed usr);

    bool private immutable byCaller;

    constructor(bool byCaller_) {
        byCaller = byCaller_;
    }

    function wards(address usr) external view returns (uint256) {
        if (usr == address(0)) return 0;
        return byCaller ? (msg.sender == address(0) ? 1 : 0) : 1 - block.number % 2;
    }

    function rely(address usr) external {
        emit Rely(usr);
    }

    function deny(address) external {}
}

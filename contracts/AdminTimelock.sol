// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// A timelock with the functions and events of that of Compound.
contract AdminTimelock {
    event NewAdmin(address indexed newAdmin);
    event NewPendingAdmin(address indexed newPendingAdmin);
    event NewDelay(uint256 indexed newDelay);
    event QueueTransaction(
        bytes32 indexed txHash, address indexed target, uint256 value, string signature, bytes data, uint256 eta
    );
    event CancelTransaction(
        bytes32 indexed txHash, address indexed target, uint256 value, string signature, bytes data, uint256 eta
    );
    event ExecuteTransaction(
        bytes32 indexed txHash, address indexed target, uint256 value, string signature, bytes data, uint256 eta
    );

    uint256 public constant GRACE_PERIOD = 14 days;
    uint256 public constant MINIMUM_DELAY = 60;

    address public admin;
    address public pendingAdmin;
    uint256 public delay;
    mapping(bytes32 => bool) public queuedTransactions;

    constructor(address admin_, uint256 delay_) {
        require(delay_ >= MINIMUM_DELAY, "too short");
        admin = admin_;
        delay = delay_;
    }

    receive() external payable {}

    function setDelay(uint256 to) external {
        require(msg.sender == address(this) && to >= MINIMUM_DELAY, "not by itself");
        delay = to;
        emit NewDelay(to);
    }

    function setPendingAdmin(address to) external {
        require(msg.sender == address(this), "not by itself");
        pendingAdmin = to;
        emit NewPendingAdmin(to);
    }

    function acceptAdmin() external {
        require(msg.sender == pendingAdmin, "not the pending admin");
        admin = msg.sender;
        pendingAdmin = address(0);
        emit NewAdmin(msg.sender);
    }

    function queueTransaction(address target, uint256 value, string memory signature, bytes memory data, uint256 eta)
        external
        returns (bytes32 txHash)
    {
        require(msg.sender == admin && eta >= block.timestamp + delay, "too early");
        txHash = keccak256(abi.encode(target, value, signature, data, eta));
        queuedTransactions[txHash] = true;
        emit QueueTransaction(txHash, target, value, signature, data, eta);
    }

    function cancelTransaction(address target, uint256 value, string memory signature, bytes memory data, uint256 eta)
        external
    {
        require(msg.sender == admin, "not the admin");
        bytes32 txHash = keccak256(abi.encode(target, value, signature, data, eta));
        queuedTransactions[txHash] = false;
        emit CancelTransaction(txHash, target, value, signature, data, eta);
    }

    function executeTransaction(address target, uint256 value, string memory signature, bytes memory data, uint256 eta)
        external
        payable
        returns (bytes memory)
    {
        bytes32 txHash = keccak256(abi.encode(target, value, signature, data, eta));
        require(msg.sender == admin && queuedTransactions[txHash], "not queued");
        require(block.timestamp >= eta && block.timestamp <= eta + GRACE_PERIOD, "not now");
        queuedTransactions[txHash] = false;
        bytes memory callData =
            bytes(signature).length == 0 ? data : abi.encodePacked(bytes4(keccak256(bytes(signature))), data);
        (bool done, bytes memory answer) = target.call{value: value}(callData);
        require(done, "failed");
        emit ExecuteTransaction(txHash, target, value, signature, data, eta);
        return answer;
    }
}

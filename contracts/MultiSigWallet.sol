// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// A wallet of several owners with the functions and events of the MultiSigWallet of Gnosis.
contract MultiSigWallet {
    event Confirmation(address indexed sender, uint256 indexed transactionId);
    event Submission(uint256 indexed transactionId);
    event Execution(uint256 indexed transactionId);
    event ExecutionFailure(uint256 indexed transactionId);
    event OwnerAddition(address indexed owner);
    event OwnerRemoval(address indexed owner);
    event RequirementChange(uint256 required);

    struct Transaction {
        address destination;
        uint256 value;
        bytes data;
        bool executed;
    }

    mapping(uint256 id => Transaction) public transactions;
    mapping(uint256 id => mapping(address owner => bool)) public confirmations;
    mapping(address owner => bool) public isOwner;
    address[] private owners;
    uint256 public required;
    uint256 public transactionCount;

    modifier onlyWallet() {
        require(msg.sender == address(this), "not the wallet");
        _;
    }

    constructor(address[] memory first, uint256 required_) payable {
        require(required_ > 0 && required_ <= first.length, "impossible");
        for (uint256 i = 0; i < first.length; i++) {
            require(first[i] != address(0) && !isOwner[first[i]], "no owner");
            isOwner[first[i]] = true;
        }
        owners = first;
        required = required_;
    }

    receive() external payable {}

    function getOwners() external view returns (address[] memory) {
        return owners;
    }

    function addOwner(address owner) external onlyWallet {
        require(owner != address(0) && !isOwner[owner], "no owner");
        isOwner[owner] = true;
        owners.push(owner);
        emit OwnerAddition(owner);
    }

    function removeOwner(address owner) external onlyWallet {
        require(isOwner[owner], "no owner");
        isOwner[owner] = false;
        for (uint256 i = 0; i < owners.length; i++) {
            if (owners[i] == owner) owners[i] = owners[owners.length - 1];
        }
        owners.pop();
        emit OwnerRemoval(owner);
        if (required > owners.length) _require(owners.length);
    }

    function changeRequirement(uint256 to) external onlyWallet {
        _require(to);
    }

    function submitTransaction(address destination, uint256 value, bytes calldata data) external returns (uint256 id) {
        id = transactionCount++;
        transactions[id] = Transaction(destination, value, data, false);
        emit Submission(id);
        confirmTransaction(id);
    }

    function confirmTransaction(uint256 id) public {
        require(isOwner[msg.sender] && !confirmations[id][msg.sender], "may not confirm");
        confirmations[id][msg.sender] = true;
        emit Confirmation(msg.sender, id);
        executeTransaction(id);
    }

    function executeTransaction(uint256 id) public {
        Transaction storage one = transactions[id];
        uint256 count;
        for (uint256 i = 0; i < owners.length; i++) {
            if (confirmations[id][owners[i]]) count++;
        }
        if (count < required || one.executed) return;
        one.executed = true;
        (bool done,) = one.destination.call{value: one.value}(one.data);
        if (done) {
            emit Execution(id);
        } else {
            one.executed = false;
            emit ExecutionFailure(id);
        }
    }

    function _require(uint256 to) private {
        require(to > 0 && to <= owners.length, "impossible");
        required = to;
        emit RequirementChange(to);
    }
}

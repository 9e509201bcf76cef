// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// Pools equal notes, with the events of the known mixers; without the cryptography.
contract MixerPool {
    event Deposit(bytes32 indexed commitment, uint32 leafIndex, uint256 timestamp);
    event Withdrawal(address to, bytes32 nullifierHash, address indexed relayer, uint256 fee);

    uint256 public constant denomination = 1 ether;
    uint32 private nextIndex;
    mapping(bytes32 => bool) public commitments;

    function deposit(bytes32 commitment) external payable {
        require(!commitments[commitment], "The commitment has been submitted");
        require(msg.value == denomination, "Please send `mixDenomination` ETH along with transaction");
        commitments[commitment] = true;
        emit Deposit(commitment, nextIndex++, block.timestamp);
    }

    function withdraw(address payable to, bytes32 nullifierHash, address payable relayer, uint256 fee) external {
        (bool ok,) = to.call{value: denomination - fee}("");
        require(ok, "payment to recipient did not go through");
        (ok,) = relayer.call{value: fee}("");
        emit Withdrawal(to, nullifierHash, relayer, fee);
    }
}

/// Deposits for others: the frame's caller is this contract, not the transaction's sender.
contract MixerRouter {
    function deposit(MixerPool pool, bytes32 commitment) external payable {
        pool.deposit{value: msg.value}(commitment);
    }

    function tryDeposit(MixerPool pool, bytes32 commitment) external payable {
        try pool.deposit{value: msg.value / 2}(commitment) {} catch {}
    }
}

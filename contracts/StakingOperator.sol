// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

interface IDepositContract {
    function deposit(
        bytes calldata pubkey,
        bytes calldata withdrawal_credentials,
        bytes calldata signature,
        bytes32 deposit_data_root
    ) external payable;
}

/// Deposits for validators on somebody's behalf: the caller of the deposit frame is this contract.
contract StakingOperator {
    IDepositContract private constant DEPOSITS = IDepositContract(0x00000000219ab540356cBB839Cbe05303d7705Fa);

    function stake(bytes calldata pubkey, bytes calldata credentials, bytes calldata signature, bytes32 root)
        external
        payable
    {
        DEPOSITS.deposit{value: msg.value}(pubkey, credentials, signature, root);
    }
}

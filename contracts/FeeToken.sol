// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// Two percent of every transfer go to a collector, and the event names the amount before the fee.
contract FeeToken is ERC20 {
    address private immutable collector;
    mapping(address => uint256) private balances;

    constructor(address collector_) ERC20("Fee On Transfer", "FEE") {
        collector = collector_;
        balances[msg.sender] = 1_000_000 ether;
        emit Transfer(address(0), msg.sender, 1_000_000 ether);
    }

    function totalSupply() public pure override returns (uint256) {
        return 1_000_000 ether;
    }

    function balanceOf(address account) public view override returns (uint256) {
        return balances[account];
    }

    function _transfer(address from, address to, uint256 value) internal override {
        uint256 fee = value / 50;
        balances[from] -= value;
        balances[to] += value - fee;
        balances[collector] += fee;
        emit Transfer(from, to, value);
    }
}

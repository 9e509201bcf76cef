// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// Balances are shares of a pool that grows: `rebase` changes all of them at once without a Transfer.
contract RebasingToken {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Rebased(uint256 pooled);

    string public constant name = "Rebasing Ether";
    string public constant symbol = "rETHd";
    uint8 public constant decimals = 18;
    uint256 public totalSupply;
    uint256 public totalShares;
    mapping(address => uint256) public sharesOf;

    constructor() {
        totalSupply = totalShares = sharesOf[msg.sender] = 1_000 ether;
        emit Transfer(address(0), msg.sender, 1_000 ether);
    }

    function balanceOf(address account) external view returns (uint256) {
        return sharesOf[account] * totalSupply / totalShares;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        uint256 shares = value * totalShares / totalSupply;
        sharesOf[msg.sender] -= shares;
        sharesOf[to] += shares;
        emit Transfer(msg.sender, to, value);
        return true;
    }

    function rebase(uint256 pooled) external {
        totalSupply = pooled;
        emit Rebased(pooled);
    }
}

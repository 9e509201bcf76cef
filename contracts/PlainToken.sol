// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// The least a token can be, balances in slot 0; `setBalance` writes one without an event.
contract PlainToken {
    event Transfer(address indexed from, address indexed to, uint256 value);

    mapping(address => uint256) public balanceOf;
    uint256 public totalSupply;
    string public constant name = "Plain";
    string public constant symbol = "PLN";
    uint8 public constant decimals = 18;

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        totalSupply += value;
        emit Transfer(address(0), to, value);
    }

    function mintSilently(address to, uint256 value) external {
        balanceOf[to] += value;
        totalSupply += value;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }

    function burn(uint256 value) external {
        balanceOf[msg.sender] -= value;
        totalSupply -= value;
        emit Transfer(msg.sender, address(0), value);
    }
}

// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// A token that becomes another one by name after it was dealt in: its owner sets name and symbol, or lifts a mask that was there from the start.
contract RenamingToken {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    string private ownName;
    string private ownSymbol;
    bool private isMasked;
    uint8 public constant decimals = 6;

    constructor(string memory name_, string memory symbol_) {
        ownName = name_;
        ownSymbol = symbol_;
    }

    function name() external view returns (string memory) {
        return isMasked ? "USD Coin" : ownName;
    }

    function symbol() external view returns (string memory) {
        return isMasked ? "USDC" : ownSymbol;
    }

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function rename(string calldata name_, string calldata symbol_) external {
        ownName = name_;
        ownSymbol = symbol_;
    }

    function setMask(bool masked) external {
        isMasked = masked;
    }
}

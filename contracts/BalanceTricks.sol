// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// Mints to whom no call, log or frame names; holders are otherwise as plain as can be.
contract HiddenMintToken {
    event Transfer(address indexed from, address indexed to, uint256 value);

    mapping(address => uint256) public balanceOf;

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function transfer(address to, uint256 value) external {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
    }

    function mintHidden(uint256 secret, uint256 value) external {
        balanceOf[address(uint160(uint256(keccak256(abi.encode(secret)))))] += value;
    }
}

/// Keeps the time of the last movement beside each balance, in one word.
contract PackedToken {
    event Transfer(address indexed from, address indexed to, uint256 value);

    mapping(address => uint256) private packed;

    function balanceOf(address account) public view returns (uint256) {
        return uint128(packed[account]);
    }

    function mint(address to, uint256 value) external {
        put(to, balanceOf(to) + value);
        emit Transfer(address(0), to, value);
    }

    function put(address account, uint256 value) private {
        packed[account] = (block.timestamp << 128) | value;
    }
}

/// What balances are worth doubles when a token is pointed here.
contract DoublingToken {
    mapping(address => uint256) private halves;

    function balanceOf(address account) external view returns (uint256) {
        return 2 * halves[account];
    }
}

/// Remembers what was minted to whom where others keep balances, and keeps balances where nobody looks.
contract MintedToken {
    event Transfer(address indexed from, address indexed to, uint256 value);

    mapping(address => uint256) public minted;
    uint256[600] private gap;
    mapping(address => uint256) public balanceOf;

    function mint(address to, uint256 value) external {
        minted[to] += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function transfer(address to, uint256 value) external {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
    }
}

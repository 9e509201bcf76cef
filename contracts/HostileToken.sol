// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// Declares whatever bytes it was given as name and symbol, and any decimals.
contract HostileToken {
    event Transfer(address indexed from, address indexed to, uint256 value);

    bytes private declaredName;
    bytes private declaredSymbol;
    uint256 public decimals;
    mapping(address => uint256) public balanceOf;

    constructor(bytes memory name_, bytes memory symbol_, uint256 decimals_) {
        declaredName = name_;
        declaredSymbol = symbol_;
        decimals = decimals_;
        balanceOf[msg.sender] = 1_000;
        emit Transfer(address(0), msg.sender, 1_000);
    }

    function name() external view returns (bytes memory) {
        return declaredName;
    }

    function symbol() external view returns (bytes memory) {
        return declaredSymbol;
    }

    function totalSupply() external pure returns (uint256) {
        return 1_000;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }
}

/// Name and symbol as 32 bytes, as the first tokens had them.
contract Bytes32Token {
    event Transfer(address indexed from, address indexed to, uint256 value);

    bytes32 public constant name = "Maker-like";
    bytes32 public constant symbol = "bMKR";
    uint256 public constant decimals = 18;

    constructor() {
        emit Transfer(address(0), msg.sender, 1 ether);
    }
}

/// Every question about it fails; its answer to `name` never ends within reason.
contract SpeechlessToken {
    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor() {
        emit Transfer(address(0), msg.sender, 1 ether);
    }

    function name() external pure returns (string memory) {
        revert("no name");
    }

    function symbol() external pure returns (string memory) {
        return string(new bytes(10_000));
    }

    function decimals() external pure returns (uint256) {
        return type(uint256).max;
    }
}

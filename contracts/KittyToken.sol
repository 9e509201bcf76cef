// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// An NFT of the first kind: its Transfer indexes nothing (one topic, 96 bytes of data).
contract KittyToken {
    event Transfer(address from, address to, uint256 tokenId);

    mapping(uint256 => address) public ownerOf;
    mapping(address => uint256) public balanceOf;
    uint256 public totalSupply;

    function breed(address to) external {
        move(address(0), to, ++totalSupply);
    }

    function transfer(address to, uint256 tokenId) external {
        require(ownerOf[tokenId] == msg.sender, "not the owner");
        balanceOf[msg.sender]--;
        move(msg.sender, to, tokenId);
    }

    function move(address from, address to, uint256 tokenId) private {
        ownerOf[tokenId] = to;
        balanceOf[to]++;
        emit Transfer(from, to, tokenId);
    }
}

// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC2981} from "@openzeppelin/contracts/token/common/ERC2981.sol";

/// A collection that names whom to pay when an item is sold (ERC-2981).
contract RoyaltyItems is ERC721, ERC2981 {
    address private immutable maker = msg.sender;

    constructor(address receiver) ERC721("Royalty Items", "ROY") {
        _setDefaultRoyalty(receiver, 500);
    }

    function mint(address to, uint256 id) external {
        _mint(to, id);
    }

    function pay(address receiver) external {
        require(msg.sender == maker, "not the maker");
        _setDefaultRoyalty(receiver, 500);
    }

    function payNobody() external {
        require(msg.sender == maker, "not the maker");
        _deleteDefaultRoyalty();
    }

    function supportsInterface(bytes4 id) public view override(ERC721, ERC2981) returns (bool) {
        return super.supportsInterface(id);
    }
}

// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// Names whom to pay, and supports every interface, none, or only in some blocks or for some callers.
contract OddRoyalties {
    enum Way {
        Everything,
        Nothing,
        NotInterfaces,
        ByBlock,
        ByCaller
    }

    Way private immutable way;
    address private immutable receiver;

    constructor(Way chosen, address to) {
        way = chosen;
        receiver = to;
    }

    function supportsInterface(bytes4 id) external view returns (bool) {
        if (way == Way.Everything) return true;
        if (way == Way.Nothing) return false;
        if (way == Way.NotInterfaces) return id == 0x2a55205a;
        if (way == Way.ByBlock && block.number % 2 == 1) return false;
        if (way == Way.ByCaller && msg.sender != address(0)) return false;
        return id == 0x01ffc9a7 || id == 0x2a55205a;
    }

    function royaltyInfo(uint256, uint256 price) external view returns (address, uint256) {
        return (receiver, price / 20);
    }
}

/// Dispatches nothing, and answers every call with an address.
contract AddressSayer {
    address private immutable said;

    constructor(address what) {
        said = what;
    }

    fallback() external {
        address what = said;
        assembly {
            mstore(0, what)
            mstore(32, 1)
            return(0, 64)
        }
    }
}

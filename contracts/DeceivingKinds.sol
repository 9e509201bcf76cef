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

/// Has the functions of a wallet that pays out little by little, of both generations.
contract OddVesting {
    address public owner;
    uint64 public start = 1;
    uint64 public duration = 365 days;
    address private immutable other;
    bool private immutable saysAnything;

    constructor(address owner_, address other_, bool anything) {
        owner = owner_;
        other = other_;
        saysAnything = anything;
    }

    /// Nobody, as of the second generation, if the other is nobody.
    function beneficiary() external view returns (address) {
        require(other != address(0), "of the second generation");
        return other;
    }

    function released(address) external view returns (uint256) {
        return saysAnything ? 1 : 0;
    }

    function release(address) external {}

    function vestedAmount(address, uint64) external pure returns (uint256) {
        return 1;
    }
}

/// Names as its authority whomever it is told to.
contract OddGuarded {
    address public authority;

    constructor(address to) {
        authority = to;
    }

    function setAuthority(address to) external {
        authority = to;
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

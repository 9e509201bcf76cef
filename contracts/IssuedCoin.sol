// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// A coin whose issuer freezes addresses, and says so by the events of PYUSD, of the older USDP, or of TUSD.
contract IssuedCoin is ERC20 {
    event FreezeAddress(address indexed addr);
    event UnfreezeAddress(address indexed addr);
    event AddressFrozen(address indexed addr);
    event AddressUnfrozen(address indexed addr);
    event Blacklisted(address indexed account, bool isBlacklisted);

    address private immutable issuer = msg.sender;
    mapping(address => bool) public isFrozen;

    modifier onlyIssuer() {
        require(msg.sender == issuer, "not the issuer");
        _;
    }

    constructor(string memory name_, string memory symbol_) ERC20(name_, symbol_) {}

    function mint(address to, uint256 value) external onlyIssuer {
        _mint(to, value);
    }

    function freeze(address who) external onlyIssuer {
        isFrozen[who] = true;
        emit FreezeAddress(who);
    }

    function unfreeze(address who) external onlyIssuer {
        isFrozen[who] = false;
        emit UnfreezeAddress(who);
    }

    function freezeAsBefore(address who) external onlyIssuer {
        isFrozen[who] = true;
        emit AddressFrozen(who);
    }

    function unfreezeAsBefore(address who) external onlyIssuer {
        isFrozen[who] = false;
        emit AddressUnfrozen(who);
    }

    function setBlacklisted(address who, bool to) external onlyIssuer {
        isFrozen[who] = to;
        emit Blacklisted(who, to);
    }

    function _beforeTokenTransfer(address from, address to, uint256) internal view override {
        require(!isFrozen[from] && !isFrozen[to], "frozen");
    }
}

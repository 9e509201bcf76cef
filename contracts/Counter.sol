// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {UUPSUpgradeable} from "@openzeppelin/contracts/proxy/utils/UUPSUpgradeable.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

/// Something to stand behind a proxy, facet or clone.
contract Counter {
    event Counted(address indexed by, uint256 count);

    uint256 public count;

    function increment() external {
        emit Counted(msg.sender, ++count);
    }
}

/// Another version of the same.
contract CounterByTwo {
    event Counted(address indexed by, uint256 count);

    uint256 public count;

    function increment() external {
        count += 2;
        emit Counted(msg.sender, count);
    }
}

/// An implementation that upgrades itself (UUPS), owned through the proxy.
contract UupsCounter is UUPSUpgradeable, Ownable {
    uint256 public count;
    uint256 public immutable step;

    constructor(uint256 step_) {
        step = step_;
    }

    function initialize(address owner_) external {
        require(owner() == address(0), "already initialized");
        _transferOwnership(owner_);
    }

    function increment() external {
        count += step;
    }

    function _authorizeUpgrade(address) internal override onlyOwner {}
}

// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// Names pools as it is told, without an event; or one for everything.
contract SilentFactory {
    mapping(bytes32 question => address pool) private pools;
    address private forEverything;

    event PairCreated(address indexed token0, address indexed token1, address pair, uint256 count);

    function name(address token0, address token1, address pool) external {
        pools[keccak256(abi.encode(token0, token1))] = pool;
    }

    function nameForEverything(address pool) external {
        forEverything = pool;
    }

    function say(address token0, address token1, address pool) external {
        emit PairCreated(token0, token1, pool, 1);
    }

    function getPair(address token0, address token1) public view returns (address) {
        return forEverything == address(0) ? pools[keccak256(abi.encode(token0, token1))] : forEverything;
    }

    function getPool(address token0, address token1, uint24 fee) external view returns (address) {
        return fee == 3000 ? getPair(token0, token1) : address(0);
    }
}

/// A pool of the second generation by its functions, whose parts change without an event.
contract SilentPair {
    address public token0;
    address public token1;
    address public factory;

    constructor(address token0_, address token1_, address factory_) {
        token0 = token0_;
        token1 = token1_;
        factory = factory_;
    }

    function move(address token0_, address token1_, address factory_) external {
        token0 = token0_;
        token1 = token1_;
        factory = factory_;
    }

    function getReserves() external pure returns (uint112, uint112, uint32) {
        return (0, 0, 0);
    }
}

/// The same of the third.
contract SilentPool {
    address public token0;
    address public token1;
    address public factory;
    uint24 public fee;

    constructor(address token0_, address token1_, address factory_) {
        token0 = token0_;
        token1 = token1_;
        factory = factory_;
        fee = 3000;
    }

    function move(address token0_, address token1_, address factory_) external {
        token0 = token0_;
        token1 = token1_;
        factory = factory_;
    }

    function charge(uint24 other) external {
        fee = other;
    }
}

/// A vault by its functions, and a token by its events.
contract SilentVault {
    address public asset;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Deposit(address indexed sender, address indexed owner, uint256 assets, uint256 shares);

    constructor(address asset_) {
        asset = asset_;
        emit Transfer(address(0), msg.sender, 1);
    }

    function move(address asset_) external {
        asset = asset_;
    }

    function say() external {
        emit Deposit(msg.sender, msg.sender, 1, 1);
    }

    function convertToAssets(uint256 shares) external pure returns (uint256) {
        return shares;
    }
}

/// Paused and resumed without an event, and events that are not so.
contract SilentPause {
    bool public paused;

    event Paused(address account);
    event Unpaused(address account);

    function pause(bool to) external {
        paused = to;
    }

    function say(bool to) external {
        if (to) emit Paused(msg.sender);
        else emit Unpaused(msg.sender);
    }
}

/// Has no function that says whether it is paused; its events do.
contract SpokenPause {
    event Paused(address account);
    event Unpaused(address account);

    function say(bool to) external {
        if (to) emit Paused(msg.sender);
        else emit Unpaused(msg.sender);
    }
}

/// Answers everything with one word, and emits what it is told to.
contract YesMan {
    uint256 private immutable word;

    event Paused(address account);
    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(uint256 word_) {
        word = word_;
        emit Transfer(address(0), msg.sender, 1);
    }

    fallback() external {
        uint256 answer = word;
        assembly {
            mstore(0, answer)
            return(0, 32)
        }
    }
}

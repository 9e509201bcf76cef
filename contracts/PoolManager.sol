// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// Opens pools as the pool manager of the fourth Uniswap generation does, and keeps none.
contract PoolManager {
    struct PoolKey {
        address currency0;
        address currency1;
        uint24 fee;
        int24 tickSpacing;
        address hooks;
    }

    event Initialize(
        bytes32 indexed id,
        address indexed currency0,
        address indexed currency1,
        uint24 fee,
        int24 tickSpacing,
        address hooks,
        uint160 sqrtPriceX96,
        int24 tick
    );

    mapping(bytes32 id => bool) public isOpen;

    function initialize(PoolKey calldata key, uint160 sqrtPriceX96) external returns (int24 tick) {
        require(key.currency0 < key.currency1, "in the wrong order");
        bytes32 id = keccak256(abi.encode(key));
        require(!isOpen[id], "open already");
        isOpen[id] = true;
        emit Initialize(
            id, key.currency0, key.currency1, key.fee, key.tickSpacing, key.hooks, sqrtPriceX96, tick
        );
    }
}

/// Counts what a pool manager tells it.
contract CountingHooks {
    uint256 public told;

    fallback() external {
        told++;
    }
}

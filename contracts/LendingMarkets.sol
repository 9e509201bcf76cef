// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// As much of a pool of Aave V3, and of the provider of its addresses, as tokens and the data provider of Aave ask.
contract AaveV3Market {
    struct ReserveData {
        uint256 configuration;
        uint128[5] rates;
        uint40 lastUpdateTimestamp;
        uint16 id;
        address aToken;
        address stableDebtToken;
        address variableDebtToken;
        address interestRateStrategy;
        uint128[3] amounts;
    }

    address public getPoolDataProvider;
    mapping(address asset => address) private receipts;
    mapping(address asset => address) private debts;

    function setPoolDataProvider(address to) external {
        getPoolDataProvider = to;
    }

    function list(address asset, address receipt, address debt) external {
        receipts[asset] = receipt;
        debts[asset] = debt;
    }

    function ADDRESSES_PROVIDER() external view returns (address) {
        return address(this);
    }

    function getPool() external view returns (address) {
        return address(this);
    }

    function getReserveData(address asset) external view returns (ReserveData memory data) {
        data.aToken = receipts[asset];
        data.variableDebtToken = debts[asset];
    }
}

/// The same of Aave V2, and its data provider as well.
contract AaveV2Market {
    bytes32 private constant DATA_PROVIDER = bytes32(bytes1(0x01));

    mapping(address asset => address) private receipts;
    mapping(address asset => address) private debts;

    function list(address asset, address receipt, address debt) external {
        receipts[asset] = receipt;
        debts[asset] = debt;
    }

    function getAddressesProvider() external view returns (address) {
        return address(this);
    }

    function getAddress(bytes32 id) external view returns (address) {
        return id == DATA_PROVIDER ? address(this) : address(0);
    }

    function getReserveTokensAddresses(address asset) external view returns (address, address, address) {
        return (receipts[asset], address(0), debts[asset]);
    }
}

/// The code of a token that says of which pool and asset it is.
contract LendingReceipt {
    address public UNDERLYING_ASSET_ADDRESS;
    address public POOL;

    function initialize(address asset, address pool) external {
        UNDERLYING_ASSET_ADDRESS = asset;
        POOL = pool;
    }
}

/// As much of the comptroller of Compound V2 as tells its markets.
contract Comptroller {
    struct Market {
        bool isListed;
        uint256 collateralFactorMantissa;
        bool isComped;
    }

    mapping(address receipt => Market) public markets;

    function list(address receipt, bool to) external {
        markets[receipt].isListed = to;
    }
}

/// A token that says of which comptroller and asset it is.
contract CompoundReceipt {
    address public immutable underlying;
    address public immutable comptroller;
    uint256 public constant exchangeRateStored = 2e26;

    constructor(address underlying_, address comptroller_) {
        underlying = underlying_;
        comptroller = comptroller_;
    }
}

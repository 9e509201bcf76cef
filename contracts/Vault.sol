// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC4626} from "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";

/// A tokenized vault (ERC-4626).
contract Vault is ERC4626 {
    constructor(IERC20 asset_) ERC20("Demo Vault", "vDEMO") ERC4626(asset_) {}
}

// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {Governor, IGovernor} from "@openzeppelin/contracts/governance/Governor.sol";
import {GovernorCountingSimple} from "@openzeppelin/contracts/governance/extensions/GovernorCountingSimple.sol";
import {GovernorVotes, IVotes} from "@openzeppelin/contracts/governance/extensions/GovernorVotes.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {ERC20Votes} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Votes.sol";

/// A token that votes.
contract VotesToken is ERC20Votes {
    constructor() ERC20("Demo Votes", "VOTE") ERC20Permit("Demo Votes") {
        _mint(msg.sender, 1_000 ether);
    }
}

/// A governor whose periods are a few blocks.
contract DemoGovernor is Governor, GovernorCountingSimple, GovernorVotes {
    constructor(IVotes token_) Governor("DemoGovernor") GovernorVotes(token_) {}

    function votingDelay() public pure override returns (uint256) {
        return 1;
    }

    function votingPeriod() public pure override returns (uint256) {
        return 2;
    }

    function quorum(uint256) public pure override returns (uint256) {
        return 100 ether;
    }
}

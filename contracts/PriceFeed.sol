// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// A price aggregator with the events and answers of the known ones.
contract PriceFeed {
    event AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt);
    event NewRound(uint256 indexed roundId, address indexed startedBy, uint256 startedAt);

    uint8 public immutable decimals;
    string public description;
    int256 public latestAnswer;
    uint256 public latestRound;
    uint256 public latestTimestamp;

    constructor(uint8 decimals_, string memory description_) {
        decimals = decimals_;
        description = description_;
    }

    function submit(int256 answer) external {
        latestAnswer = answer;
        latestTimestamp = block.timestamp;
        emit NewRound(++latestRound, msg.sender, block.timestamp);
        emit AnswerUpdated(answer, latestRound, block.timestamp);
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return (uint80(latestRound), latestAnswer, latestTimestamp, latestTimestamp, uint80(latestRound));
    }
}

// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// Trees of calls, deep or wide, with a log and a static call at every node.
contract CallTree {
    event Visited(uint256 indexed depth, uint256 index);

    function descend(uint256 depth) external {
        emit Visited(depth, 0);
        if (depth > 0) this.descend(depth - 1);
    }

    function spread(uint256 depth, uint256 width) external {
        this.look(depth);
        for (uint256 i = 0; i < width && depth > 0; i++) this.spread(depth - 1, width);
        emit Visited(depth, width);
    }

    function look(uint256 depth) external pure returns (uint256) {
        return depth;
    }

    function failAt(uint256 depth) external {
        emit Visited(depth, 1);
        if (depth == 0) revert("the deepest frame fails");
        if (depth % 5 == 0) {
            try this.failAt(depth - 1) {} catch {}
        } else {
            this.failAt(depth - 1);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// Fails in every way a frame can.
contract Reverter {
    error InsufficientBalance(uint256 available, uint256 required);
    error Unauthorized();

    uint256[] private empty;
    uint256 public written;

    function withString() external pure {
        revert("this always fails");
    }

    function withNothing() external pure {
        revert();
    }

    function withCustomError() external pure {
        revert InsufficientBalance(3, 5);
    }

    function withBareError() external pure {
        revert Unauthorized();
    }

    function withAssert() external pure {
        assert(false);
    }

    function withOverflow(uint256 a) external pure returns (uint256) {
        return a + type(uint256).max;
    }

    function withDivision(uint256 zero) external pure returns (uint256) {
        return 1 / zero;
    }

    function withIndex(uint256 index) external view returns (uint256) {
        return empty[index];
    }

    function withInvalid() external pure {
        assembly {
            invalid()
        }
    }

    function withBytes(uint256 length) external pure {
        assembly {
            for { let i := 0 } lt(i, length) { i := add(i, 32) } { mstore(add(0x80, i), add(i, 0x0101)) }
            revert(0x80, length)
        }
    }

    function withOddBytes(bytes calldata text) external pure {
        assembly {
            calldatacopy(0x80, text.offset, text.length)
            revert(0x80, text.length)
        }
    }

    function burnAllGas() external pure {
        while (true) {}
    }

    /// Calls itself with the given call data and carries on when that fails.
    function catchInner(bytes calldata inner) external {
        written++;
        (bool ok,) = address(this).call{gas: gasleft() / 2}(inner);
        require(!ok, "the inner call was meant to fail");
        written++;
    }

    /// The middle frame catches, then fails itself: nothing of the inner ones remains.
    function catchThenFail(bytes calldata inner) external {
        try this.catchInner(inner) {
            revert("after the inner failure");
        } catch {}
    }
}

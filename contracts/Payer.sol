// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// Sends ether from inside: to many, twice to the same, to itself, to nobody, and to one who refuses it.
contract Payer {
    receive() external payable {}

    function payMany(address payable[] calldata to) external payable {
        for (uint256 i = 0; i < to.length; i++) pay(to[i], msg.value / to.length);
    }

    function payTwice(address payable to) external payable {
        pay(to, msg.value / 3);
        pay(to, msg.value - msg.value / 3);
    }

    function payAndFail(address payable to) external payable {
        pay(to, msg.value);
        revert("changed my mind");
    }

    function payRefuser(address payable refuser) external payable {
        (bool ok,) = refuser.call{value: msg.value}("");
        require(!ok, "it was meant to refuse");
    }

    function pay(address payable to, uint256 value) private {
        (bool ok,) = to.call{value: value}("");
        require(ok, "payment refused");
    }
}

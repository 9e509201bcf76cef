// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// Destroys itself when told.
contract Mortal {
    constructor() payable {}

    receive() external payable {}

    function destroy(address payable beneficiary) external {
        selfdestruct(beneficiary);
    }
}

/// Creates and destroys in one transaction: the only destruction of code that is left after Cancun (EIP-6780).
contract Undertaker {
    event Buried(address indexed gone);

    function createAndDestroy(address payable beneficiary) external payable {
        Mortal mortal = new Mortal{value: msg.value}();
        mortal.destroy(beneficiary);
        emit Buried(address(mortal));
    }

    function createAndDestroyAt(bytes32 salt) external returns (Mortal mortal) {
        mortal = new Mortal{salt: salt}();
        mortal.destroy(payable(msg.sender));
        emit Buried(address(mortal));
    }

    function createAt(bytes32 salt) external {
        new Mortal{salt: salt}();
    }
}

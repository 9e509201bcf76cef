// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// An owner that changes without an event, and events that name others.
contract SilentOwner {
    address public owner;
    address public pendingOwner;

    event OwnershipTransferStarted(address indexed from, address indexed to);
    event OwnershipTransferred(address indexed from, address indexed to);

    constructor(address first) {
        owner = first;
    }

    function take(address to) external {
        owner = to;
    }

    function say(address to) external {
        emit OwnershipTransferred(owner, to);
        emit OwnershipTransferStarted(owner, to);
    }

    function offer(address to) external {
        pendingOwner = to;
    }
}

/// The owner of another contract: it changes without any change of this one.
contract BorrowedOwner {
    SilentOwner private lender;

    constructor(SilentOwner first) {
        lender = first;
    }

    function owner() external view returns (address) {
        return lender.owner();
    }

    function take(SilentOwner to) external {
        lender = to;
    }
}

/// Another owner in each block.
contract VolatileOwner {
    function owner() external view returns (address) {
        return address(uint160(block.timestamp));
    }

    function take(address) external {}
}

/// Sometimes no address, and sometimes no answer.
contract OddOwner {
    uint256 private word;

    function owner() external view returns (uint256) {
        require(word != 0, "nobody");
        return word;
    }

    function put(uint256 to) external {
        word = to;
    }
}

/// What a Safe may be made to run in its own name: events that are not so, and writes without an event. The layout is that of a Safe.
contract SafeMeddler {
    address private singleton;
    mapping(address module => address next) private modules;
    mapping(address owner => address next) private owners;
    uint256 private ownerCount;

    address private constant SENTINEL = address(1);

    event AddedOwner(address indexed owner);
    event RemovedOwner(address indexed owner);
    event EnabledModule(address indexed module);
    event ChangedGuard(address indexed guard);
    event ChangedFallbackHandler(address indexed handler);

    /// Sets a guard or a handler as a Safe does, without an event.
    function point(bytes32 slot, address who) external {
        assembly {
            sstore(slot, who)
        }
    }

    function say(address who) external {
        emit ChangedGuard(who);
        emit ChangedFallbackHandler(who);
        emit AddedOwner(who);
        emit RemovedOwner(owners[SENTINEL]);
        emit EnabledModule(who);
    }

    /// An owner and a module more, or the newest ones less.
    function write(address who) external {
        if (owners[who] == address(0)) {
            owners[who] = owners[SENTINEL];
            owners[SENTINEL] = who;
            ownerCount++;
        }
        if (modules[who] == address(0)) {
            modules[who] = modules[SENTINEL] == address(0) ? SENTINEL : modules[SENTINEL];
            modules[SENTINEL] = who;
        } else {
            modules[SENTINEL] = SENTINEL;
            modules[who] = address(0);
        }
    }

    /// Lists an owner and a module whom the Safe does not take for one: nobody, or the zero address, follows them.
    function list(address who) external {
        owners[address(0)] = owners[SENTINEL];
        owners[SENTINEL] = who;
        ownerCount += 2;
        modules[SENTINEL] = who;
    }
}

/// A fallback handler that answers every call with a list of one address.
contract ListingHandler {
    address[] private all;

    constructor(address who) {
        all.push(who);
    }

    fallback(bytes calldata) external returns (bytes memory) {
        return abi.encode(all);
    }
}

/// A guard that refuses nothing.
contract OpenGuard {
    fallback() external {}
}

/// Grants roles with an event, takes them without one, and announces grants that are none.
contract SilentRoles {
    mapping(bytes32 role => mapping(address who => bool has)) private granted;
    /// Whom it names, whether or not that is so.
    address public defaultAdmin;

    event RoleGranted(bytes32 indexed role, address indexed account, address indexed sender);

    function hasRole(bytes32 role, address who) external view returns (bool) {
        return granted[role][who];
    }

    function grant(bytes32 role, address who) external {
        granted[role][who] = true;
        emit RoleGranted(role, who, msg.sender);
    }

    function take(bytes32 role, address who) external {
        granted[role][who] = false;
    }

    function name(address who) external {
        defaultAdmin = who;
    }

    function say(bytes32 role, address who) external {
        emit RoleGranted(role, who, msg.sender);
    }
}

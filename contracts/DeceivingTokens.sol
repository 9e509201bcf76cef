// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// Tokens whose balances no event and no known layout gives. Each mints, moves, and does a trick of its own.
abstract contract Deceiver {
    event Transfer(address indexed from, address indexed to, uint256 value);

    function load(address account) internal view virtual returns (uint256);

    function store(address account, uint256 value) internal virtual;

    function balanceOf(address account) public virtual returns (uint256) {
        return load(account);
    }

    function mint(address to, uint256 value) external virtual {
        store(to, load(to) + value);
        emit Transfer(address(0), to, value);
    }

    function transfer(address to, uint256 value) external virtual {
        store(msg.sender, load(msg.sender) - value);
        store(to, load(to) + value);
        emit Transfer(msg.sender, to, value);
    }

    /// A mint of which nothing tells.
    function trick(uint256 x) external virtual {
        address to = address(uint160(x));
        store(to, load(to) + (x >> 160));
    }
}

/// Keeps balances in one of many ways.
contract AnyLayoutToken is Deceiver {
    uint256 private immutable mode;
    uint256 private immutable seed;

    constructor(uint256 mode_, uint256 seed_) {
        mode = mode_;
        seed = seed_;
    }

    function slotOf(address account) private view returns (bytes32 slot) {
        uint256 key = seed;
        if (mode == 0) return keccak256(abi.encode(account, key));
        if (mode == 1) return keccak256(abi.encode(key, account));
        if (mode == 2) {
            // Solady.
            assembly {
                mstore(0x0c, key)
                mstore(0x00, account)
                slot := keccak256(0x0c, 0x20)
            }
            return slot;
        }
        if (mode == 3) {
            // ERC-7201.
            bytes32 base = keccak256(abi.encode(uint256(keccak256(abi.encode(key))) - 1)) & ~bytes32(uint256(0xff));
            return keccak256(abi.encode(account, base));
        }
        if (mode == 4) return keccak256(abi.encode(account, keccak256(abi.encode(key, uint256(7)))));
        if (mode == 5) return bytes32(uint256(uint160(account)) ^ (key << 160));
        if (mode == 6) return sha256(abi.encode(account, key));
        return bytes32(uint256(keccak256(abi.encode(account, key))) + 1);
    }

    function load(address account) internal view override returns (uint256 value) {
        bytes32 slot = slotOf(account);
        assembly {
            value := sload(slot)
        }
        if (mode == 8) value = uint96(value >> 32);
    }

    function store(address account, uint256 value) internal override {
        bytes32 slot = slotOf(account);
        if (mode == 8) value = (block.timestamp << 128) | (uint256(uint96(value)) << 32) | uint32(block.number);
        assembly {
            sstore(slot, value)
        }
    }
}

abstract contract MappedToken is Deceiver {
    mapping(address => uint256) internal kept;

    function load(address account) internal view override returns (uint256) {
        return kept[account];
    }

    function store(address account, uint256 value) internal override {
        kept[account] = value;
    }
}

/// The balance depends on something that no slot of the token says.
contract SurroundedToken is MappedToken {
    uint256 private immutable mode;
    address private other;

    constructor(uint256 mode_, address other_) {
        mode = mode_;
        other = other_;
    }

    function balanceOf(address account) public override returns (uint256) {
        uint256 value = kept[account];
        if (mode == 0) return value * (block.timestamp % 1000);
        if (mode == 1) return value + block.number;
        if (mode == 2) return value + block.basefee;
        if (mode == 3) return value + (block.prevrandao >> 8);
        if (mode == 4) return value + uint256(blockhash(block.number - 3)) / 2;
        if (mode == 5) return value + uint160(address(block.coinbase));
        if (mode == 6) return value + block.gaslimit;
        if (mode == 7) return value + account.balance;
        if (mode == 8) return value + address(this).balance + account.code.length;
        if (mode == 9) return value + (uint256(account.codehash) >> 8);
        if (mode == 10) return value + uint256(uint160(msg.sender)) + tx.gasprice + block.chainid;
        if (mode == 11) return value + Deceiver(other).balanceOf(account);
        if (mode == 12) return gasleft() > 2_500_000 ? value : 2 * value;
        if (mode == 13) return value + (uint256(other.codehash) >> 8);
        return value + other.balance;
    }

    receive() external payable {}
}

/// All balances change at once.
contract SharesToken is MappedToken {
    uint256 public pooled = 1_000;
    uint256 private total = 1_000;

    function balanceOf(address account) public view override returns (uint256) {
        return kept[account] * pooled / total;
    }

    function trick(uint256 x) external override {
        pooled = 1 + (x & 0xffff);
    }
}

/// Takes a part of what is moved, and says nothing of it.
contract TakingToken is MappedToken {
    function transfer(address to, uint256 value) external override {
        kept[msg.sender] -= value;
        kept[to] += value - value / 7;
        kept[address(this)] += value / 7;
        emit Transfer(msg.sender, to, value);
    }
}

/// Tells of what did not happen, or tells it twice, or of another receiver.
contract LyingToken is MappedToken {
    function mint(address to, uint256 value) external override {
        kept[to] += value;
        emit Transfer(address(0), to, value);
        emit Transfer(address(0), to, value);
    }

    function transfer(address to, uint256 value) external override {
        emit Transfer(msg.sender, to, value * 1000);
        emit Transfer(to, address(this), value);
    }
}

/// Refuses, or answers in another form, from time to time.
contract MoodyToken is MappedToken {
    uint256 private mood;

    function balanceOf(address account) public view override returns (uint256) {
        uint256 value = kept[account];
        uint256 now_ = mood % 6;
        require(now_ != 1, "paused");
        if (now_ == 2) revert();
        if (now_ == 3) {
            assembly {
                mstore(0, value)
                return(0, 64)
            }
        }
        if (now_ == 4) {
            assembly {
                mstore(0, value)
                return(0, 31)
            }
        }
        if (now_ == 5) {
            assembly {
                return(0, 0)
            }
        }
        return value;
    }

    function trick(uint256 x) external override {
        mood = x;
    }
}

/// Writes, creates and uses transient storage where others look.
contract BusyToken is MappedToken {
    uint256 private immutable mode;
    uint256 private asked;

    constructor(uint256 mode_) {
        mode = mode_;
    }

    function balanceOf(address account) public override returns (uint256) {
        if (mode == 0) {
            asked++;
            return kept[account] + asked;
        }
        if (mode == 1) {
            uint256 value = kept[account];
            assembly {
                tstore(1, value)
                value := add(tload(1), 1)
            }
            return value;
        }
        if (mode == 2) return kept[account] + new Teller().told();
        uint256 sum = kept[account];
        for (uint256 i = 0; i < 300; i++) sum += uint256(keccak256(abi.encode(sum, i))) & 1;
        return sum;
    }
}

contract Teller {
    uint256 public told = 5;
}

/// Keeps all balances in the code of a contract that it makes anew.
contract CodeToken is Deceiver {
    address private data;

    function load(address account) internal view override returns (uint256 value) {
        address from = data;
        uint256 at = 32 * (uint160(account) % 61);
        assembly {
            mstore(0, 0)
            extcodecopy(from, 0, at, 32)
            value := mload(0)
        }
    }

    function store(address account, uint256 value) internal override {
        bytes memory all = new bytes(61 * 32);
        address from = data;
        uint256 at = 32 * (uint160(account) % 61);
        assembly {
            extcodecopy(from, add(all, 32), 0, 1952)
            mstore(add(add(all, 32), at), value)
            // PUSH2 size, DUP1, PUSH1 10, PUSH0, CODECOPY, PUSH0, RETURN.
            mstore(all, 0x6107a080600a5f395ff3)
            from := create(0, add(all, 22), 1962)
        }
        require(from != address(0));
        data = from;
    }
}

/// Runs code that it is pointed at, by a slot or by what a beacon says.
contract PointedToken {
    address private immutable beacon;
    address private target;

    constructor(address beacon_) {
        beacon = beacon_;
    }

    function pointTo(address to) external {
        target = to;
    }

    fallback() external {
        address to = beacon == address(0) ? target : TokenBeacon(beacon).implementation();
        assembly {
            calldatacopy(0, 0, calldatasize())
            let done := delegatecall(gas(), to, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            if iszero(done) { revert(0, returndatasize()) }
            return(0, returndatasize())
        }
    }
}

contract TokenBeacon {
    address public implementation;

    function pointTo(address to) external {
        implementation = to;
    }
}

/// To be pointed at: slots from 100 on, so that what points keeps its own.
contract PointedCode {
    uint256[100] private gap;
    mapping(address => uint256) private kept;
    uint256 private immutable factor;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(uint256 factor_) {
        factor = factor_;
    }

    function balanceOf(address account) external view returns (uint256) {
        return factor * kept[account];
    }

    function mint(address to, uint256 value) external {
        kept[to] += value;
        emit Transfer(address(0), to, value);
    }
}

/// Has its factor in the code of its clone.
contract ClonedToken is MappedToken {
    function balanceOf(address account) public view override returns (uint256) {
        uint256 factor;
        assembly {
            extcodecopy(address(), 0, 45, 32)
            factor := mload(0)
        }
        return kept[account] * factor;
    }
}

contract CloneWithArguments {
    address public made;

    function clone(address target, uint256 argument) external {
        bytes memory init = abi.encodePacked(
            hex"3d604d80600a3d3981f3", hex"363d3d373d3d3d363d73", target, hex"5af43d82803e903d91602b57fd5bf3", argument
        );
        address at;
        assembly {
            at := create(0, add(init, 32), mload(init))
        }
        require(at != address(0));
        made = at;
    }
}

/// Makes a token at one place, and destroys it in the transaction that made it, or not.
contract Phoenix {
    address public made;

    function rise(address to, uint256 value, bool falls) external {
        if (made.code.length > 0) return;
        MortalToken token = new MortalToken{salt: 0}();
        made = address(token);
        token.mint(to, value);
        if (falls) token.end();
    }
}

contract MortalToken is MappedToken {
    function end() external {
        selfdestruct(payable(msg.sender));
    }
}

/// Counts items, and has an owner for each; ids with amounts beside them.
contract ItemsToken is MappedToken {
    mapping(uint256 => address) public ownerOf;
    mapping(uint256 => mapping(address => uint256)) private ids;

    event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value);

    function balanceOf(address account, uint256 id) external view returns (uint256) {
        return ids[id][account];
    }

    function trick(uint256 x) external override {
        uint256 id = (x >> 160) % 5;
        address to = address(uint160(x));
        if (ownerOf[id] != address(0)) kept[ownerOf[id]]--;
        ownerOf[id] = to;
        kept[to]++;
        ids[id][to] += x >> 161;
        emit TransferSingle(msg.sender, address(0), to, id, x >> 161);
    }
}

/// Renames itself without a word.
contract RenamedToken is MappedToken {
    string public name = "First";
    uint256 public totalSupply;

    function decimals() external view returns (uint256) {
        return totalSupply % 19;
    }

    function trick(uint256 x) external override {
        name = x % 2 == 0 ? "Second" : "A name that is longer than the thirty-two bytes of a word, so it lies elsewhere";
        totalSupply = x >> 160;
    }
}

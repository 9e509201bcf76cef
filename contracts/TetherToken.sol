// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// A dollar with the outside of USDT: transfers return nothing, blacklist events do not index the account.
contract TetherToken {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    event Issue(uint256 amount);
    event Redeem(uint256 amount);
    event AddedBlackList(address _user);
    event RemovedBlackList(address _user);
    event DestroyedBlackFunds(address _blackListedUser, uint256 _balance);
    event Pause();
    event Unpause();

    string public name = "Tether-like USD";
    string public symbol = "dUSDT";
    uint256 public decimals = 6;
    uint256 public totalSupply;
    address public owner;
    bool public paused;
    mapping(address => uint256) private balances;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => bool) public isBlackListed;

    modifier onlyOwner() {
        require(msg.sender == owner);
        _;
    }

    constructor() {
        owner = msg.sender;
    }

    function balanceOf(address account) external view returns (uint256) {
        return balances[account];
    }

    function issue(uint256 amount) external onlyOwner {
        balances[owner] += amount;
        totalSupply += amount;
        emit Issue(amount);
    }

    function redeem(uint256 amount) external onlyOwner {
        balances[owner] -= amount;
        totalSupply -= amount;
        emit Redeem(amount);
    }

    function transfer(address to, uint256 value) external {
        move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external {
        allowance[from][msg.sender] -= value;
        move(from, to, value);
    }

    function approve(address spender, uint256 value) external {
        require(value == 0 || allowance[msg.sender][spender] == 0);
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
    }

    function addBlackList(address user) external onlyOwner {
        isBlackListed[user] = true;
        emit AddedBlackList(user);
    }

    function removeBlackList(address user) external onlyOwner {
        isBlackListed[user] = false;
        emit RemovedBlackList(user);
    }

    function destroyBlackFunds(address user) external onlyOwner {
        require(isBlackListed[user]);
        uint256 dirty = balances[user];
        balances[user] = 0;
        totalSupply -= dirty;
        emit DestroyedBlackFunds(user, dirty);
    }

    function pause() external onlyOwner {
        paused = true;
        emit Pause();
    }

    function unpause() external onlyOwner {
        paused = false;
        emit Unpause();
    }

    function move(address from, address to, uint256 value) private {
        require(!paused && !isBlackListed[from]);
        balances[from] -= value;
        balances[to] += value;
        emit Transfer(from, to, value);
    }
}

// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// Says of its functions what anybody wants, and passes calls on in one of several ways.
contract OddDiamond {
    enum Way {
        Named,
        Never,
        WithoutArguments,
        WithArguments,
        Elsewhere,
        Every,
        Packed,
        InItsCode,
        ForSome
    }

    struct FacetCut {
        address facetAddress;
        uint8 action;
        bytes4[] functionSelectors;
    }

    struct Facet {
        address facetAddress;
        bytes4[] functionSelectors;
    }

    event DiamondCut(FacetCut[] _diamondCut, address _init, bytes _calldata);

    Way private immutable way;
    address private immutable other;
    bytes4[] private named;
    mapping(bytes4 => address) public facetAddress;
    /// By selector: the facet in the high bytes, a number in the low ones.
    mapping(bytes4 => bytes32) private packed;
    address private every;

    constructor(Way chosen, address elsewhere) {
        way = chosen;
        other = elsewhere;
    }

    /// Writes what it says.
    function cut(bytes4 selector, address facet) external {
        write(selector, facet);
        say(selector, facet);
    }

    function say(bytes4 selector, address facet) public {
        bytes4[] memory selectors = new bytes4[](1);
        selectors[0] = selector;
        FacetCut[] memory cuts = new FacetCut[](1);
        cuts[0] = FacetCut(facet, facet == address(0) ? 2 : 0, selectors);
        emit DiamondCut(cuts, address(0), "");
    }

    function write(bytes4 selector, address facet) public {
        named.push(selector);
        facetAddress[selector] = facet;
        packed[selector] = bytes32(bytes20(facet)) | bytes32(uint256(named.length));
        every = facet;
    }

    function facets() external view returns (Facet[] memory all) {
        all = new Facet[](named.length);
        for (uint256 i = 0; i < named.length; i++) {
            all[i] = Facet(facetAddress[named[i]], new bytes4[](1));
            all[i].functionSelectors[0] = named[i];
        }
    }

    fallback() external payable {
        address facet = facetOfCall();
        require(facet != address(0), "no such function");
        require(way != Way.Never, "never");
        if (way == Way.WithoutArguments) require(msg.data.length == 4, "with arguments");
        if (way == Way.WithArguments) require(msg.data.length > 4, "without arguments");
        if (way == Way.Elsewhere) facet = other;
        if (way == Way.ForSome) require(msg.sender == other, "not for you");
        assembly {
            calldatacopy(0, 0, calldatasize())
            let ok := delegatecall(gas(), facet, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch ok
            case 0 { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
    }

    function facetOfCall() private view returns (address) {
        if (way == Way.InItsCode) return msg.sig == 0x22222222 ? other : address(0);
        if (way == Way.Every) return every;
        return way == Way.Packed ? address(bytes20(packed[msg.sig])) : facetAddress[msg.sig];
    }
}

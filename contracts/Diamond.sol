// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// A diamond (EIP-2535) of one owner: cuts facets, answers the loupe itself.
contract Diamond {
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

    address private immutable owner = msg.sender;
    mapping(bytes4 => address) public facetAddress;
    bytes4[] private selectors;

    function diamondCut(FacetCut[] calldata cuts, address init, bytes calldata callData) external {
        require(msg.sender == owner, "not the owner");
        for (uint256 i = 0; i < cuts.length; i++) {
            for (uint256 j = 0; j < cuts[i].functionSelectors.length; j++) {
                bytes4 selector = cuts[i].functionSelectors[j];
                if (cuts[i].action == 0) selectors.push(selector);
                facetAddress[selector] = cuts[i].action == 2 ? address(0) : cuts[i].facetAddress;
            }
        }
        emit DiamondCut(cuts, init, callData);
    }

    function facets() external view returns (Facet[] memory all) {
        all = new Facet[](selectors.length);
        for (uint256 i = 0; i < selectors.length; i++) {
            all[i] = Facet(facetAddress[selectors[i]], new bytes4[](1));
            all[i].functionSelectors[0] = selectors[i];
        }
    }

    function facetAddresses() external view returns (address[] memory all) {
        all = new address[](selectors.length);
        for (uint256 i = 0; i < selectors.length; i++) all[i] = facetAddress[selectors[i]];
    }

    function facetFunctionSelectors(address) external view returns (bytes4[] memory) {
        return selectors;
    }

    fallback() external payable {
        address facet = facetAddress[msg.sig];
        require(facet != address(0), "Diamond: Function does not exist");
        assembly {
            calldatacopy(0, 0, calldatasize())
            let ok := delegatecall(gas(), facet, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch ok
            case 0 { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
    }
}

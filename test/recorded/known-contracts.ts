/**
 * Well-known recorded contracts with all their claims, reviewed by an expert on 2026-11-21. A token without logs in the
 * recorded blocks is only known to be a contract.
 */
export const KNOWN_CONTRACTS = `
Seaport 1.4 0x00000000000001ad428e4906ae43d8f9852d0dd6: address_nature:contract, derived:account_type:contract
ENS registry 0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e: address_nature:contract, derived:account_type:contract, identity:listed_name=ENS: Registry with Fallback
Permit2 0x000000000022d473030f116ddee9f6b43ac78ba3: address_nature:contract, derived:account_type:contract
Blur exchange 0x000000000000ad05ccc4f10045630fb830b95127: address_nature:contract, derived:account_type:proxy, proxy:eip1967, relation:implemented_by 0x983e96c26782a8db500a6fb8ab47a52e1b44862d, token:upgradeable
Blur pool 0x0000000000a39bb272e79075ade125fd351887ac: address_nature:contract, asset:erc20, derived:account_type:token, proxy:eip1967, relation:implemented_by 0x17584a148d27ac5d06d87771464dacbaf625ce45, token:burnable_observed, token:mintable_observed, token:upgradeable
OpenSea fees 0x0000a26b00c1f0df003000390027140000faa719: address_nature:contract, derived:account_type:contract
deposit contract 0x00000000219ab540356cbb839cbe05303d7705fa: address_nature:contract, address_nature:system_contract, derived:account_type:contract, role:deposit_contract
beacon roots 0x000f3df6d732807ef1319fb7b8bb8522d0beac02: address_nature:contract, address_nature:system_contract, derived:account_type:contract
aWETH 0x030ba81f1c18d280636f32af80b9aad02cf0854e: address_nature:contract, asset:erc20, derived:account_type:token, proxy:eip1967, relation:implemented_by 0x541dcd3f00bcd1a683cc73e1b2a8693b602201f4, token:mintable_observed, token:permit, token:upgradeable
aWETH implementation 0x541dcd3f00bcd1a683cc73e1b2a8693b602201f4: address_nature:contract, derived:account_type:contract, token:permit
RAI 0x03ab458634910aad20ef5f1c8ee96f1d6ac54919: address_nature:contract, derived:account_type:contract, token:permit
XEN 0x06450dee7fd2fb8e39061434babcfc05599a6fb8: address_nature:contract, asset:erc20, derived:account_type:token
SushiSwap pair WETH/USDT 0x06da0fd433c1a5d7a4faa01111c044910a184553: address_nature:contract, asset:erc20, derived:account_type:token, token:burnable_observed, token:mintable_observed, token:permit
1INCH 0x111111111117dc0aa78b770fa6a738034120c302: address_nature:contract, asset:erc20, derived:account_type:token, token:permit
1inch router 0x1111111254eeb25477b68fb85ed929f73a960582: address_nature:contract, derived:account_type:contract
Uniswap V3 pool WETH/USDT 0x11b815efb8f581194ae79006d24e0d814b7697f6: address_nature:contract, derived:account_type:contract
Uniswap V3 pool USDC/WETH 0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640: address_nature:contract, derived:account_type:contract
GALA 0x15d4c048f83bd7e37d49ea4c83a07267ec4203da: address_nature:contract, asset:erc20, derived:account_type:token
PORTAL 0x1bbe973bef3a977fc51cbed703e8ffdefe001fed: address_nature:contract, asset:erc20, derived:account_type:token, token:permit
Arbitrum sequencer inbox 0x1c479675ad559dc151f6ec7ed3fbf8cee79582b6: address_nature:contract, derived:account_type:proxy, proxy:eip1967, relation:implemented_by 0xd03bfe2ce83632f4e618a97299cc91b1335bb2d9, relation:proxy_admin 0x554723262467f125ac9e1cdfa9ce15cc53822dbd, token:upgradeable
Arbitrum delayed inbox 0x4dbd4fc535ac27206064b68ffcf827b0a60bab3f: address_nature:contract, derived:account_type:proxy, proxy:eip1967, relation:implemented_by 0x5aed5f8a1e3607476f1f81c3d8fe126deb0afe94, relation:proxy_admin 0x554723262467f125ac9e1cdfa9ce15cc53822dbd, token:pausable, token:upgradeable
Arbitrum bridge 0x8315177ab297ba92a06054ce80a67ed4dbd7ed3a: address_nature:contract, derived:account_type:proxy, proxy:eip1967, relation:implemented_by 0x1066cecc8880948fe55e427e94f1ff221d626591, relation:proxy_admin 0x554723262467f125ac9e1cdfa9ce15cc53822dbd, token:upgradeable
OpenSea conduit 0x1e0049783f008a0085193e00003d00cd54003c71: address_nature:contract, derived:account_type:contract
a Safe 0x25542fd6204bbbe570e358b9ebeb391513980c34: address_nature:contract, derived:account_type:smart_wallet, relation:implemented_by 0xd9db270c1b5e3bd161e8c8503c55ceabee709552, role:safe_wallet, token:upgradeable
Safe singleton 1.3.0 0xd9db270c1b5e3bd161e8c8503c55ceabee709552: address_nature:contract, derived:account_type:contract
Polygon state syncer 0x28e4f3a7f651294b9564800b2d01f35189a5bfbe: address_nature:contract, derived:account_type:contract, identity:listed_name=Polygon (Matic): State Syncer
HEX 0x2b591e99afe9f32eaa6214f7b7629768c40eeb39: address_nature:contract, asset:erc20, derived:account_type:token
zkSync Era 0x32400084c286cf3e17e7b677ea9583e60a000324: address_nature:contract, derived:account_type:contract
a minimal clone 0x32af1498ece1856e8fab654e73844b2424bd732e: address_nature:contract, derived:account_type:proxy, proxy:eip1167=0x0a252663dbcc0b073063d6420a40319e438cfa59, relation:implemented_by 0x0a252663dbcc0b073063d6420a40319e438cfa59, relation:royalty_receiver 0x3903b9cfa1680ed9663ecec7d3412305bebe326f
what it clones 0x0a252663dbcc0b073063d6420a40319e438cfa59: address_nature:contract, derived:account_type:contract, relation:royalty_receiver 0x3903b9cfa1680ed9663ecec7d3412305bebe326f
SAND 0x3845badade8e6dff049820680d1f14bd3903a5d0: address_nature:contract, asset:erc20, derived:account_type:token
Lido execution rewards 0x388c818ca8b9251b393131c08a736a67ccb19297: address_nature:contract, derived:account_type:contract
WOO 0x4691937a7508860f876c9c0a2a617e7d9e945d4b: address_nature:contract, asset:erc20, derived:account_type:token
CELR 0x4f9254c83eb525f9fcf346490bbb3ed28a81c667: address_nature:contract, derived:account_type:contract, token:pausable
an account delegated to MetaMask's delegator 0x56a1a34f0d33788eba53e2706854a37a5f275536: address_nature:eoa_delegated_7702=0x63c0c19a282a1b52b07dd5a65b58948a07dae32b, derived:account_type:delegated_eoa, relation:delegates_to 0x63c0c19a282a1b52b07dd5a65b58948a07dae32b
ENS base registrar 0x57f1887a8bf19b14fc0df6fd9b2acc9af147ea85: address_nature:contract, asset:erc721, derived:account_type:token, token:burnable_observed, token:mintable_observed
AGIX 0x5b7533812759b45c2b44c19e320ba2cd2681b542: address_nature:contract, asset:erc20, derived:account_type:token, token:pausable
Uniswap V2 factory 0x5c69bee701ef814a2b6a3edd4b1652cb9cc5aa6f: address_nature:contract, derived:account_type:contract
Chainlink ETH/USD 0x5f4ec3df9cbd43714fe2740f5e3616155c5b8419: address_nature:contract, derived:account_type:contract
KyberSwap router 0x6131b5fae19ea4f9d964eac0408e4408b66337b5: address_nature:contract, derived:account_type:contract
NXRA 0x644192291cc835a93d6330b24ea5f5fedd0eef9e: address_nature:contract, asset:erc20, derived:account_type:token, proxy:eip1967, relation:implemented_by 0x78c2173d4d8a81a01183413d796780003cd88d12, token:pausable, token:permit, token:upgradeable
Uniswap router 02 0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45: address_nature:contract, derived:account_type:contract
PEPE 0x6982508145454ce325ddbe47a25d4ec3d2311933: address_nature:contract, asset:erc20, derived:account_type:token
ILV 0x767fe9edc9e0df98e07454847909b5e959d7ca0e: address_nature:contract, asset:erc20, derived:account_type:token
a beacon proxy 0x78a0894ae495371616f68790eaba6baf492aa575: address_nature:contract, derived:account_type:proxy, proxy:eip1967_beacon, relation:implemented_by 0x329f5a8d24503fc00b31b229835b6452a6723ae4, relation:uses_beacon 0x0bca65bf4b4c8803d2f0b49353ed57caaf3d66dc, token:permit, token:upgradeable
its beacon 0x0bca65bf4b4c8803d2f0b49353ed57caaf3d66dc: address_nature:contract, derived:account_type:contract
Uniswap V2 router 0x7a250d5630b4cf539739df2c5dacb4c659f2488d: address_nature:contract, derived:account_type:contract
Aave V2 pool 0x7d2768de32b0b80b7a3454c06bdac94a69ddc7a9: address_nature:contract, derived:account_type:proxy, proxy:eip1967, relation:implemented_by 0xc6845a5c768bf8d7681249f8927877efda425baf, token:upgradeable
AAVE 0x7fc66500c84a76ad7e9c93437bfc5ac33e2ddae9: address_nature:contract, asset:erc20, derived:account_type:token, proxy:eip1967, relation:implemented_by 0x96f68837877fd0414b55050c9e794aecdbcfca59, relation:proxy_admin 0x79426a1c24b2978d90d7a5070a46c65b07bc4299, token:permit, token:upgradeable
PENDLE 0x808507121b80c02388fad14726482e061b8da827: address_nature:contract, asset:erc20, derived:account_type:token
MetaMask swaps 0x881d40237659c251811cec9c364ef91dc08d300c: address_nature:contract, derived:account_type:contract
MC 0x949d48eca67b17269629c7194f4b727d4ef9e5d6: address_nature:contract, asset:erc20, derived:account_type:token, token:permit
SHIB 0x95ad61b0a150d79219dcf64e1e6cc01f0b64c4ce: address_nature:contract, asset:erc20, derived:account_type:token
MKR 0x9f8f72aa9304c8b593d555f12ef6589cc3a579a2: address_nature:contract, asset:erc20, derived:account_type:token
USDC 0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48: address_nature:contract, asset:erc20, derived:account_type:token, proxy:oz_v1, relation:implemented_by 0xa2327a938febf5fec13bacfb16ae10ecbc4cbdcf, relation:proxy_admin 0x807a96288a1a408dbc13de2b1d087d10356395d2, token:authorizations, token:burnable_observed, token:mintable_observed, token:pausable, token:permit, token:upgradeable
USDC implementation 0xa2327a938febf5fec13bacfb16ae10ecbc4cbdcf: address_nature:contract, derived:account_type:contract, token:authorizations, token:pausable, token:permit
stETH 0xae7ab96520de3a18e5e111b5eaab095312d7fe84: address_nature:contract, asset:erc20, derived:account_type:token, relation:implemented_by 0x47ebab13b806773ec2a2d16873e2df770d130b50, token:mintable_observed, token:upgradeable
Starknet ETH bridge 0xae0ee0a63a2ce6baeeffe56e7714fb4efe48d419: address_nature:contract, derived:account_type:proxy, relation:implemented_by 0x455603ad9ae671f6c1f0f746f24d7904ca603581, token:upgradeable
STG 0xaf5191b0de278c7286d6c7cc6ab6bb8a73ba2cd6: address_nature:contract, asset:erc20, derived:account_type:token
AEVO 0xb528edbef013aff855ac3c50b381f253af13b997: address_nature:contract, asset:erc20, derived:account_type:token, token:permit
Lido DAO kernel 0xb8ffc3cd6e7cf5a098a1c92f48009765b24088dc: address_nature:contract, derived:account_type:proxy, relation:implemented_by 0x2b33cf282f867a7ff693a66e11b0fcc5552e4425, token:upgradeable
Balancer vault 0xba12222222228d8ba445958a75a0704d566bf2c8: address_nature:contract, derived:account_type:contract, identity:listed_name=Balancer: Vault
The DAO 0xbb9bc244d798123fde783fcc1c72d3bb8c189413: address_nature:contract, asset:erc20, derived:account_type:token
SNX 0xc011a73ee8576fb46f5e1c5751ca3b9fe0af2a6f: address_nature:contract, asset:erc20, derived:account_type:token
WETH 0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2: address_nature:contract, asset:erc20, asset:wrapped_native, derived:account_type:token
Starknet core 0xc662c410c0ecf747543f5ba90660f6abebd9c8c4: address_nature:contract, derived:account_type:proxy, relation:implemented_by 0x739a654271c565839f0408546706bbea2f1ffe42, token:upgradeable
FLOKI 0xcf0c122c6b73ff809c693db761e7baebe62b6a2e: address_nature:contract, asset:erc20, derived:account_type:token
ENS name wrapper 0xd4416b13d2b3a9abae7acd5d6c2bbdbe25686401: address_nature:contract, asset:erc1155, derived:account_type:token, token:mintable_observed
Aave incentives 0xd784927ff2f95ba542bfc824c8a8a98f3495f6b5: address_nature:contract, derived:account_type:proxy, proxy:eip1967, relation:implemented_by 0xd9ed413bcf58c266f95fe6ba63b13cf79299ce31, token:upgradeable
USDT 0xdac17f958d2ee523a2206206994597c13d831ec7: address_nature:contract, asset:erc20, derived:account_type:token, token:pausable
0x exchange 0xdef1c0ded9bec7f1a1670819833240f027b25eff: address_nature:contract, derived:account_type:contract
Coinbase wallet proxy 0xe66b31678d6c16e9ebf358268a790b763c133750: address_nature:contract, derived:account_type:contract, identity:listed_name=Coinbase Wallet Proxy
MLN 0xec67005c4e498ec7f55e092bd1d35cbc47c91892: address_nature:contract, asset:erc20, derived:account_type:token
Uniswap universal router 0xef1c6e67703c7bd7107eed8303fbe6ec2554bf6b: address_nature:contract, derived:account_type:contract
VRA 0xf411903cbc70a74d22900a5de66a2dda66507255: address_nature:contract, asset:erc20, asset:erc777, derived:account_type:token, token:pausable
LOOKS 0xf4d2888d29d722226fafa5d9b24f9164c092421e: address_nature:contract, asset:erc20, derived:account_type:token
`;

/** Their names by address. */
export function namedContracts(): ReadonlyMap<string, string> {
  return new Map(
    [...KNOWN_CONTRACTS.matchAll(/^(.+) (0x[0-9a-f]{40}): /gm)].map(([, name, address]) => [address!, name!]),
  );
}

import { describe, expect, it } from '@jest/globals';
import { shownHost, shownHostname } from './shown-host.js';

const KEY = '9f8e7d6c5b4a39281706f5e4d3c2b1a0';
const UUID = '0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f9';

describe('the host of a node as it is shown', () => {
  it.each([
    [`https://mainnet.provider.example/v3/${KEY}`, 'mainnet.provider.example'],
    [`https://provider.example/?apikey=${KEY}`, 'provider.example'],
    [`https://${KEY}:x@provider.example:8545/`, 'provider.example:8545'],
    [`https://user:${KEY}@provider.example/${KEY}/?key=${KEY}#${KEY}`, 'provider.example'],
    [`https://${KEY}.provider.example`, '….provider.example'],
    [`https://${KEY}.eth.rpc.provider.example:8545`, '….eth.rpc.provider.example:8545'],
    [`https://eth-${KEY}.provider.example`, '….provider.example'],
    [`https://${UUID}.provider.example`, '….provider.example'],
    [`https://${UUID.toUpperCase()}.provider.example`, '….provider.example'],
    ['https://k3y9-x7f2-q8m4-p6w1.provider.example', '….provider.example'],
    ['https://zqxjkvbpmwtrhgfdcsyluoaie.provider.example', '….provider.example'],
    // Passwords that are not encoded: URL takes the user and a part of the password for the host.
    [`https://user:12/${KEY}@provider.example`, '…'],
    [`https://user:12?${KEY}@provider.example`, '…'],
    [`https://user:12#${KEY}@provider.example`, '…'],
  ])('of %s is %s', (url, shown) => {
    expect(shownHost(new URL(url))).toBe(shown);
    expect(shownHostname(new URL(url))).toBe(shown.replace(/:\d+$/, ''));
  });

  it.each([
    ...['127.0.0.1:8545', '[2001:db8::1:2:3:4]:8545', 'localhost:8545', 'geth', 'eth-mainnet.g.alchemy.com'],
    ...['ethereum-mainnet-1.node.example', 'ec2-254-123-145-167.eu-west-1.compute.amazonaws.com'],
    ...['geth-0.geth-headless.eth-mainnet.svc.cluster.local:8545', 'young-cool-field.quiknode.pro'],
    ...['nd-123-456-789.p2pify.com', 'mainnet.gateway.tenderly.co', 'node01.dc2.fra1.internal.example'],
    ...['blockchainnodeengine.com', 'ethereum-rpc.publicnode.com', 'xn--bcher-kva.example'],
  ])('is a name in %s, which stays', (host) => {
    expect(shownHost(new URL(`http://${host}`))).toBe(host);
  });
});
